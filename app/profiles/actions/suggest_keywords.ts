import type { Actor } from '#app/audit/record_event'
import { recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, row, rows } from '#app/kernel/database/sql'
import { isEmptyWord, isNumber, normalText } from '#app/profiles/matching/normal_text'

const CORRECTIONS_MIN = 3
const DAYS_LOOKED_AT = 365
const CORRECTIONS_MAX = 100_000
const WORDS_OF_A_PROFILE = 10
const LENGTH_MIN = 3

type Correction = { profileId: number; text: string }
export type SuggestedWord = { profileId: number; word: string; corrections: number; logOdds: number }

/**
 * Words that tell the corrections towards one profile from those towards the others (area 04 §4.6): for profiles with
 * three corrections or more, by the logarithm of the odds with half a count added to each side, so that a word seen
 * once elsewhere is no proof. Only words of three corrections that are likelier here than there.
 */
export function suggestedWords(corrections: readonly Correction[]): SuggestedWord[] {
  const texts = corrections.map(({ profileId, text }) => ({ profileId, words: wordsOf(text) }))
  const totals = Map.groupBy(texts, ({ profileId }) => profileId)
  const everywhere = new Map<string, number>()
  for (const { words } of texts)
    for (const word of words) everywhere.set(word, (everywhere.get(word) ?? 0) + 1)
  return [...totals].flatMap(([profileId, own]) => {
    if (own.length < CORRECTIONS_MIN) return []
    const counts = new Map<string, number>()
    for (const { words } of own) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const others = texts.length - own.length
    return [...counts]
      .filter(([, count]) => count >= CORRECTIONS_MIN)
      .map(([word, count]) => {
        const elsewhere = (everywhere.get(word) ?? 0) - count
        const odds = (having: number, of: number) => Math.log((having + 0.5) / (of - having + 0.5))
        const logOdds = odds(count, own.length) - odds(elsewhere, others)
        return { profileId, word, corrections: count, logOdds }
      })
      .filter(({ logOdds }) => logOdds > 0)
      .sort((a, b) => b.logOdds - a.logOdds || b.corrections - a.corrections || a.word.localeCompare(b.word))
      .slice(0, WORDS_OF_A_PROFILE)
  })
}

/** A word counts once a text, without its plural. */
function wordsOf(text: string): Set<string> {
  const { stems } = normalText(text)
  return new Set(
    stems.filter((stem) => stem.length >= LENGTH_MIN && !isNumber(stem) && !isEmptyWord(normalText(stem)))
  )
}

/** Works out the suggestions anew; words that the profile has, or that somebody dismissed, are left out. Gives how many. */
export async function suggestKeywords(): Promise<number> {
  const corrections = await rows<Correction>(
    `select c.chosen_profile_id as profile_id, c.text_norm as text from profile_corrections c join expense_profiles p on p.id = c.chosen_profile_id and p.active
      where c.created_at > now() - make_interval(days => ${DAYS_LOOKED_AT}) and c.predicted_profile_id is distinct from c.chosen_profile_id
      order by c.id desc limit ${CORRECTIONS_MAX}`
  )
  const words = suggestedWords(corrections)
  return inTransaction(async (trx) => {
    await execute(`delete from profile_suggestions where dismissed_at is null`, {}, trx)
    return execute(
      `insert into profile_suggestions (profile_id, text_norm, corrections, log_odds)
       select w.profile_id, w.word, w.corrections, w.log_odds from jsonb_to_recordset(:words::jsonb) as w(profile_id bigint, word text, corrections int, log_odds numeric)
        where not exists (select 1 from profile_keywords k where k.profile_id = w.profile_id and (k.text_norm = w.word or k.text_norm = any(array[w.word || 's', w.word || 'es'])))
       on conflict (profile_id, text_norm) do nothing`,
      {
        words: JSON.stringify(
          words.map(({ profileId, logOdds, ...word }) => ({
            ...word,
            profile_id: profileId,
            log_odds: logOdds,
          }))
        ),
      },
      trx
    )
  })
}

/** A suggestion that somebody does not want; it does not come back. */
export async function dismissSuggestion(
  { profileId, suggestionId }: { profileId: number; suggestionId: number },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const found = await row<{ text: string }>(
      `update profile_suggestions set dismissed_at = now(), dismissed_by = :userId where id = :suggestionId and profile_id = :profileId and dismissed_at is null
       returning text_norm as text`,
      { profileId, suggestionId, userId: actor.userId },
      trx
    )
    if (!found) return
    await recordEvent(
      {
        actor,
        objectType: 'expense_profile',
        objectId: profileId,
        event: 'expense_profile.suggestion_dismissed',
        diff: { suggestion: [found.text, null] },
      },
      trx
    )
  })
}
