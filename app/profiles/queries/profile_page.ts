import { listEvents } from '#app/audit/list_events'
import { row, rows } from '#app/kernel/database/sql'
import { matchedLines } from '#app/profiles/ports'

export type Suggestion = { id: number; text: string; corrections: number }

/** Words that corrections of people suggest for a profile, the most telling first. */
export function openSuggestions(profileId: number): Promise<Suggestion[]> {
  return rows<Suggestion>(
    `select id, text_norm as text, corrections from profile_suggestions where profile_id = :profileId and dismissed_at is null order by log_odds desc limit 20`,
    { profileId }
  )
}

/** How a profile did in the last thirty days, and what was done to it. */
export async function profileRecord(profileId: number) {
  const figures = await row<{ matches: number; corrections: number }>(
    `select (select count(*)::int from (${matchedLines.one()(':profileId')}) l where l.created_at > now() - interval '30 days') as matches,
        (select count(*)::int from profile_corrections where predicted_profile_id = :profileId and created_at > now() - interval '30 days') as corrections`,
    { profileId }
  )
  return {
    matches30d: figures?.matches ?? 0,
    corrections30d: figures?.corrections ?? 0,
    events: await listEvents('expense_profile', profileId),
  }
}

/** The name of a supplier; null when there is none. */
export async function providerHead(providerId: number): Promise<{ id: number; name: string } | null> {
  return row(`select id, legal_name as name from providers where id = :providerId and status <> 'merged'`, {
    providerId,
  })
}
