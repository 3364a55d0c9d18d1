import { NotFound } from '#app/kernel/http/access_denied'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A UUID as it stands in an address; 404 for anything that is none. */
export function uuidParam(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw new NotFound()
  return value
}
