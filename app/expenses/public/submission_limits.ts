import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'

type Limit = { requests: number; duration: '1 hour' | '1 day' | '15 minutes' }

/** What one address and one tax number may send in (area 29, rule 3). */
const PER_HOUR: Limit = { requests: 5, duration: '1 hour' }
const PER_TAX_ID: Limit = { requests: 20, duration: '1 day' }
/** Any post, refused ones included: each brings files that have to be looked at. */
const POSTS: Limit = { requests: 60, duration: '1 hour' }
const READINGS: Limit = { requests: 30, duration: '1 hour' }
const LOOKS: Limit = { requests: 60, duration: '15 minutes' }
const LINKS: Limit = { requests: 5, duration: '1 hour' }
const FREE_OF_WORK = 3

const hourKey = (ip: string) => `public_expense_hour_${ip}`

/** Counts a post of an address, whatever comes of it. Throws E_TOO_MANY_REQUESTS. */
export const countPost = (ip: string) => count(POSTS, `public_expense_post_${ip}`)

/** Counts a note or a request before it is made, so that many at once are no way around. Throws E_TOO_MANY_REQUESTS. */
export async function countSubmission(ip: string, taxId: string): Promise<void> {
  await count(PER_HOUR, hourKey(ip))
  await count(PER_TAX_ID, `public_expense_tax_id_${taxId}`)
}

/** Whether an address has sent so much that its browser has to work for the next. */
export async function owesWork(ip: string): Promise<boolean> {
  const known = await limiter.use(PER_HOUR).get(hourKey(ip))
  return (known?.consumed ?? 0) >= FREE_OF_WORK
}

/** Counts a photograph that is to be read for its sender. Throws E_TOO_MANY_REQUESTS. */
export const countReading = (who: string) => count(READINGS, `public_expense_reading_${who}`)

/** Counts a look at a status: guessing links is slow. Throws E_TOO_MANY_REQUESTS. */
export const countLook = (ip: string) => count(LOOKS, `public_expense_look_${ip}`)

/** Counts a link that is asked for: nobody's mailbox is filled from here. Throws E_TOO_MANY_REQUESTS. */
export const countLink = (ip: string) => count(LINKS, `public_expense_link_${ip}`)

async function count(limit: Limit, key: string): Promise<void> {
  const counted = await limiter.use(limit).increment(key)
  if (counted.consumed > counted.limit) throw new errors.E_TOO_MANY_REQUESTS(counted)
}
