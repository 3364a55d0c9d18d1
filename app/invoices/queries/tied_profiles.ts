import { type Client, rows } from '#app/kernel/database/sql'

/** A profile that a line may be, where none stands out. */
export type TiedProfile = { lineId: number; profileId: number; name: string; category: string }

const SHOWN_MAX = 4

/**
 * The profiles that tie for the lines of an invoice that wait for a person, the first one first: those that reached their
 * minimum and are less than a tenth below it (area 04 §4.5), as long as they are in use.
 */
export function tiedProfiles(invoiceId: number, client?: Client): Promise<TiedProfile[]> {
  return rows<TiedProfile>(
    `with reached as (
       select l.id as line_id, (c.shown ->> 'profileId')::bigint as profile_id, (c.shown ->> 'score')::int as score,
           row_number() over of_line as place, first_value((c.shown ->> 'score')::int) over of_line as best
         from invoice_lines l cross join lateral jsonb_array_elements(case when jsonb_typeof(l.match_explanation -> 'candidates') = 'array' then l.match_explanation -> 'candidates' else '[]' end)
              with ordinality as c(shown, place)
        where l.invoice_id = :invoiceId and l.match_state = 'ambiguous' and (c.shown ->> 'eligible')::boolean and (c.shown ->> 'score')::int >= (c.shown ->> 'minScore')::int
       window of_line as (partition by l.id order by c.place))
     select r.line_id, p.id as profile_id, p.name, g.name::text as category from reached r join expense_profiles p on p.id = r.profile_id and p.active join categories g on g.id = p.category_id
      where r.best * 10 < r.score * 11 and r.place <= ${SHOWN_MAX} order by r.line_id, r.place`,
    { invoiceId },
    client
  )
}
