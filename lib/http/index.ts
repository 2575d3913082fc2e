/**
 * wo-fiber/http: HTTP/1.1 for fibers, server and client, in blocking calls. Written in fiber
 * TypeScript and compiled with the programs that import it; what goes over bytes is native
 * (native/src/builtins/http.c).
 */
export { type Connect, get, type RequestOptions, request } from "./client.ts";
export { Headers, type HeadersInit } from "./headers.ts";
export { type BodyInit, Request, Response, type ResponseInit } from "./message.ts";
export { Server, serve, type Where } from "./listen.ts";
export { type Handler, serveConnection, type ServeOptions } from "./server.ts";
export { Body, HttpError } from "./wire.ts";
