import { createHash } from 'node:crypto'
import { row } from '#app/kernel/database/sql'

/** The active company behind a public link (`?empresa=`), or null. */
export function findSiteOfLink(token: string): Promise<{ id: number; legalName: string } | null> {
  return row(`select id, legal_name::text from sites where public_token_hash = :hash and status = 'active'`, {
    hash: createHash('sha256').update(token).digest('hex'),
  })
}
