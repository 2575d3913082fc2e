import { one } from "../numbers.ts";
export const nested = () => `nested ${one}`;
export const one2 = one;
