import { createHmac } from 'node:crypto'

/** Tells whether two installations have the same key, and nothing else of it. */
export const keyFingerprint = (appKey: string): string =>
  createHmac('sha256', appKey).update('caudal-backup').digest('hex').slice(0, 16)
