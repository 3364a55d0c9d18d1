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

/** A bucket as a condition on the day items `o`, or a part of them, are due, seen from `:asOf`. */
function bucketCondition(name: BucketName, day: string): string {
  const { from, to } = BUCKETS[name]
  const bounds = [
    ...(from === null ? [] : [`${day} <= :asOf::date - ${from}`]),
    ...(to === null ? [] : [`${day} >= :asOf::date - (${to})`]),
  ]
  return bounds.join(' and ')
}

/** The guarantee within an item is due on a day of its own; without one it is not due yet. */
const LATE_DAY = `coalesce(o.late_on, 'infinity')`

/** What of items `o` has been due for as long as a bucket says, in cents. */
export const bucketSum = (name: BucketName): string =>
  `(coalesce(sum(o.open_minor - o.late_minor) filter (where ${bucketCondition(name, 'o.due_on')}), 0)
     + coalesce(sum(o.late_minor) filter (where o.late_minor <> 0 and ${bucketCondition(name, LATE_DAY)}), 0))::bigint`

/** Items `o` of which something stands in a bucket. */
export const inBucket = (name: BucketName): string =>
  `(o.open_minor <> o.late_minor and ${bucketCondition(name, 'o.due_on')} or o.late_minor <> 0 and ${bucketCondition(name, LATE_DAY)})`
