export const pad = (s: string, n: number) => s.padStart(n, ".");
export const wrap = (s: any) => String(s);
