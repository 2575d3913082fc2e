console.log("other runs");
export const shared = { list: ["init"] as string[] };
