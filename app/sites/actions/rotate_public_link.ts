import { createHash, randomBytes } from 'node:crypto'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction } from '#app/kernel/database/sql'

const TOKEN_BYTES = 24

/** A new token of the company's public link; the former stops at once. Only its hash is kept: it is shown this once. */
export async function rotatePublicLink(siteId: number, actor: Actor): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await writeHash(siteId, createHash('sha256').update(token).digest('hex'), 'site.public_link_rotated', actor)
  return token
}

/** Ends the public link of a company. */
export async function revokePublicLink(siteId: number, actor: Actor): Promise<void> {
  await writeHash(siteId, null, 'site.public_link_revoked', actor)
}

async function writeHash(siteId: number, hash: string | null, event: string, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    await execute(`update sites set public_token_hash = :hash where id = :siteId`, { hash, siteId }, trx)
    await recordEvent({ actor, objectType: 'site', objectId: siteId, siteId, event }, trx)
  })
}
