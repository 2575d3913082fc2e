// a server goes on when the system is short of descriptors, and ends with any other error
// expect: 200
// expect: IoError: EINVAL: invalid argument, accept
import { get, Response, serve } from "wo-fiber/http";
import { IoError } from "wo-fiber/std";
import { ChannelListener } from "../../http/programs/pair.ts";

class Troubled extends ChannelListener {
  count = 0;

  override accept() {
    this.count++;
    if (this.count === 1) throw new IoError("EMFILE: too many open files, accept");
    if (this.count === 3) throw new IoError("EINVAL: invalid argument, accept");
    return super.accept();
  }
}

const listener = new Troubled();
const server = serve(listener.listener, () => new Response("x"));
console.log(get("http://x/", { connect: () => listener.connect() }).status);
try {
  server.wait();
} catch (error) {
  console.log(String(error));
}
