/**
 * What befalls an amount by the cents that it ends in, so that trials need no other switch. Amounts that end otherwise go
 * well.
 */
export const BY_CENTS = {
  declined: 1,
  timeoutAfter: 2,
  rateLimitedOnce: 3,
  returned: 4,
  needsSignature: 5,
  newsTwiceAndBackwards: 6,
} as const

export const befalls = (cents: number, what: keyof typeof BY_CENTS): boolean => cents % 100 === BY_CENTS[what]
