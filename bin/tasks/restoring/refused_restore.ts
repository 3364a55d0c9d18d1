/** What cannot be restored, in words; nothing was changed. */
export class RefusedRestore extends Error {}
