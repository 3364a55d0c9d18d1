import { hashOfToken, isTokenShaped, makeSecretLink } from '#app/identity/public_forms/secret_link'
import { type Client, execute, row, type Transaction } from '#app/kernel/database/sql'
import env from '#start/env'

/** A link says nothing any more a year after the note came to its end. */
const VALID_AFTERWARDS = "interval '12 months'"

/** A new secret link of 160 bits to the status of a note; only its hash is kept. */
export async function makeNoteLink(
  noteId: number,
  trx: Transaction
): Promise<{ token: string; url: string }> {
  const { token, hash } = makeSecretLink()
  await execute(
    `insert into expense_note_links (token_hash, note_id) values (:hash, :noteId)`,
    { hash, noteId },
    trx
  )
  return { token, url: urlOf(token) }
}

export const urlOf = (token: string): string => `${env.get('APP_URL')}/nota-de-gastos/estado/${token}`

/** The note that a link leads to, or null for one that is unknown or too old. */
export async function findNoteOfLink(token: string, client?: Client): Promise<number | null> {
  if (!isTokenShaped(token)) return null
  const found = await row<{ noteId: number }>(
    `select l.note_id from expense_note_links l join expense_notes n on n.id = l.note_id
      where l.token_hash = :hash and (n.final_at is null or n.final_at > now() - ${VALID_AFTERWARDS})`,
    { hash: hashOfToken(token) },
    client
  )
  return found?.noteId ?? null
}
