// An uncaught error of a user's class, thrown from a callback inside a getter
class ConfigError extends Error {
  constructor(key: string) {
    super(`missing ${key}`);
    this.name = "ConfigError";
  }
}
const config = {
  get port(): number {
    return ["host", "port"].map((key) => {
      if (key === "port") throw new ConfigError(key);
      return 1;
    })[0];
  },
};
try {
  console.log(config.port);
} catch (error: any) {
  console.log("caught", error.message);
}
console.log(`port ${config.port}`);
