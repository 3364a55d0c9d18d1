import { type Client, row } from '#app/kernel/database/sql'

/** As alike (pg_trgm, 0 to 1) as a line must be to count as the same (area 04 §4.4). */
const LIKENESS_MIN = 0.8
const CONFIRMED = 3
/** So many of the supplier's last invoices are looked at. */
const INVOICES_LOOKED_AT = 300

/**
 * The profile that the last three confirmed lines of a supplier like this one were given; null when there are fewer or
 * they differ. Confirmed is what was approved or booked.
 */
export async function findHabit(
  { providerId, concept }: { providerId: number | null; concept: string },
  client?: Client
): Promise<number | null> {
  if (providerId === null) return null
  const found = await row<{ profileId: number | null }>(
    `select case when count(*) = ${CONFIRMED} and count(profile_id) = ${CONFIRMED} and min(profile_id) = max(profile_id) then min(profile_id) end as profile_id from (
       select l.profile_id from (select id, issued_on from invoices where provider_id = :providerId and status in ('approved', 'booked')
           order by issued_on desc, id desc limit ${INVOICES_LOOKED_AT}) i
         join invoice_lines l on l.invoice_id = i.id
        where similarity(f_unaccent(lower(l.concept)), f_unaccent(lower(:concept))) >= ${LIKENESS_MIN}
        order by i.issued_on desc, i.id desc, l.position limit ${CONFIRMED}) last`,
    { providerId, concept },
    client
  )
  return found?.profileId ?? null
}
