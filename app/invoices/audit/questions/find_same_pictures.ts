import { DEAD } from '#app/invoices/audit/questions/find_exact_copies'
import { isTold } from '#app/invoices/audit/questions/find_fuzzy_copies'
import { askRows, groupAnswers } from '#app/invoices/audit/rule'

/** Another invoice over the same file, or whose first page looks the same. `distance` is null for the same file. */
export type SamePicture = {
  id: number
  reference: string
  siteId: number | null
  distance: number | null
  /** Both have a number, and they are not two readings of one. */
  isOtherNumber: boolean
}

const BITS_APART_MAX = 4

type Row = SamePicture & { of: number; status: string; ofStatus: string }

const PARTS = `array[h & 8191, 8192 + ((h >> 13) & 8191), 16384 + ((h >> 26) & 8191), 24576 + ((h >> 39) & 8191), 32768 + ((h >> 52) & 4095)]`
const FILE_PARTS = PARTS.replaceAll(/\bh\b/g, 'g.page_hash')

/** Of which company one is may not be known. */
const SAME_CUSTOMER = `(o.site_id = a.site_id or o.site_id is null or a.site_id is null)`
/** What recognition makes of one number: letters and figures that look alike. */
const READ_NUMBER = (column: string) =>
  `invoice_number_key(translate(upper(${column}), 'OQILSBZ', '0011582'))`

const SAME = `
  with asked as materialized (
    select f.invoice_id, f.kind, f.sha256, f.part, f.page_hash as h, i.status, i.site_id, i.invoice_number, i.number_norm, i.number_key, i.total_minor, i.issued_on, i.provider_id
      from invoice_files f join invoices i on i.id = f.invoice_id where f.invoice_id = any(:ids::bigint[]) and f.kind in ('original', 'attachment')),
  found as (
    select a.invoice_id, g.invoice_id as other, null::int as distance from asked a
      join invoice_files g on g.sha256 = a.sha256 and g.part = a.part and g.invoice_id <> a.invoice_id and g.kind in ('original', 'attachment') and 'original' in (a.kind, g.kind)
    union all
    select a.invoice_id, g.invoice_id, bit_count((a.h # g.page_hash)::bit(64))::int from asked a
      join invoices o on o.provider_id = a.provider_id and o.number_key = a.number_key and a.number_key <> '' and o.id <> a.invoice_id and ${SAME_CUSTOMER}
      join invoice_files g on g.invoice_id = o.id and g.kind = 'original' and g.page_hash is not null where a.h is not null
    union all
    select a.invoice_id, g.invoice_id, bit_count((a.h # g.page_hash)::bit(64))::int from asked a
      join invoices o on o.total_minor = a.total_minor and o.issued_on = a.issued_on and a.total_minor <> 0 and o.id <> a.invoice_id and ${SAME_CUSTOMER}
      join invoice_files g on g.invoice_id = o.id and g.kind = 'original' and g.page_hash is not null where a.h is not null
    union all
    select a.invoice_id, g.invoice_id, bit_count((a.h # g.page_hash)::bit(64))::int from asked a
      join invoice_files g on g.page_hash is not null and (${FILE_PARTS}) && (${PARTS.replaceAll(/\bh\b/g, 'a.h')})
       and g.invoice_id <> a.invoice_id and g.kind = 'original'
     where a.h is not null and a.number_norm = '' and a.total_minor = 0)
  select f.invoice_id as of, a.status as of_status, o.id, o.reference, o.status, o.site_id, min(f.distance) as distance,
      bool_or(o.number_norm <> '' and a.number_norm <> '' and ${READ_NUMBER('o.invoice_number')} <> ${READ_NUMBER('a.invoice_number')}) as is_other_number
    from found f join asked a on a.invoice_id = f.invoice_id join invoices o on o.id = f.other
   where (f.distance is null or f.distance <= :apart::int) and o.status not in ${DEAD}
   group by f.invoice_id, a.status, o.id order by f.invoice_id, o.id`

/**
 * Pages of one supplier look alike whatever they charge, therefore the look alone counts only where nothing was read
 * from one of them; else number, or total and day, must agree as well, and the customer. Where the numbers differ it is a
 * likeness, not a copy: a supplier may charge the same twice on one day.
 */
export const findSamePictures = askRows<Row, SamePicture[]>({
  sql: SAME,
  bindings: () => ({ apart: BITS_APART_MAX }),
  answers: (found) =>
    groupAnswers<SamePicture>(
      found
        .filter(({ of, ofStatus, id, status }) => isTold({ id: of, status: ofStatus }, { id, status }))
        .map(({ of, id, reference, siteId, distance, isOtherNumber }) => ({
          of,
          id,
          reference,
          siteId,
          distance,
          isOtherNumber,
        }))
    ),
})
