/** The companies of what was read: of them alone is a file undone. */
export const siteIdsOf = (payments: readonly { siteId: number }[]): number[] => [
  ...new Set(payments.map(({ siteId }) => siteId)),
]
