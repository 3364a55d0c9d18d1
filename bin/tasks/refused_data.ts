/** Data that this version does not open, in words; nothing of them was changed. */
export class RefusedData extends Error {}
