import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'

/** How many invoices one address or one supplier may register (area 05 §4). */
const PER_HOUR = { requests: 5, duration: '1 hour' } as const
const PER_DAY = { requests: 20, duration: '1 day' } as const
const PER_SUPPLIER = { requests: 30, duration: '1 day' } as const
/** Any post, refused ones included: each brings files that have to be looked at. */
const POSTS = { requests: 60, duration: '1 hour' } as const
const FREE_OF_WORK = 3

const hourKey = (ip: string) => `public_invoice_hour_${ip}`

/** Counts a post of an address, whatever comes of it. Throws E_TOO_MANY_REQUESTS. */
export const countPost = (ip: string) => count(POSTS, `public_invoice_post_${ip}`)

/** Counts a registration before it is made, so that many at once are no way around. Throws E_TOO_MANY_REQUESTS. */
export async function countSubmission(ip: string, supplierTaxId: string): Promise<void> {
  await count(PER_HOUR, hourKey(ip))
  await count(PER_DAY, `public_invoice_day_${ip}`)
  await count(PER_SUPPLIER, `public_invoice_supplier_${supplierTaxId}`)
}

/** Whether an address has registered so many that its browser has to work for the next. */
export async function owesWork(ip: string): Promise<boolean> {
  const known = await limiter.use(PER_HOUR).get(hourKey(ip))
  return (known?.consumed ?? 0) >= FREE_OF_WORK
}

/** Counts a look at a receipt: guessing links or addresses is slow. Throws E_TOO_MANY_REQUESTS. */
export const countReceiptLook = (ip: string) =>
  count({ requests: 20, duration: '15 minutes' }, `public_invoice_receipt_${ip}`)

async function count(
  limit: { requests: number; duration: '1 hour' | '1 day' | '15 minutes' },
  key: string
): Promise<void> {
  const counted = await limiter.use(limit).increment(key)
  if (counted.consumed > counted.limit) throw new errors.E_TOO_MANY_REQUESTS(counted)
}
