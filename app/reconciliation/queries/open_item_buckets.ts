/** How long items have been due, in days: the columns of the ageing. */
export const BUCKETS = {
  ahead: { label: 'Sin vencer', from: null, to: -1 },
  d30: { label: '0-30 días', from: 0, to: 30 },
  d60: { label: '31-60 días', from: 31, to: 60 },
  d90: { label: '61-90 días', from: 61, to: 90 },
  older: { label: 'Más de 90 días', from: 91, to: null },
} as const

export type BucketName = keyof typeof BUCKETS
export const BUCKET_NAMES = Object.keys(BUCKETS) as BucketName[]

/** The bucket of an item that has been due for some days; negative while it is not. */
export function bucketOf(days: number): BucketName {
  return BUCKET_NAMES.find((name) => BUCKETS[name].to === null || days <= (BUCKETS[name].to ?? 0)) ?? 'older'
}

/** A bucket as a condition on the day items `o` are due, seen from `:asOf`. */
export function bucketCondition(name: BucketName): string {
  const { from, to } = BUCKETS[name]
  const bounds = [
    ...(from === null ? [] : [`o.due_on <= :asOf::date - ${from}`]),
    ...(to === null ? [] : [`o.due_on >= :asOf::date - (${to})`]),
  ]
  return bounds.join(' and ')
}
