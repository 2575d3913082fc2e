export type Only = { only: true };
