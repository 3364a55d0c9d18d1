import { createHash, randomInt } from 'node:crypto'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'

const CODES = 10
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten new codes `XXXXX-XXXXX` (Crockford base32, 50 bits); the earlier ones are void. Shown once, stored hashed. */
export async function replaceRecoveryCodes(userId: number, trx: Transaction): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await execute(`delete from user_recovery_codes where user_id = :userId`, { userId }, trx)
  await execute(
    `insert into user_recovery_codes (user_id, code_hash) select :userId, unnest(:hashes::text[])`,
    { userId, hashes: codes.map(hashCode) },
    trx
  )
  return codes
}

/** Marks a code as used; false when it is unknown or spent. Safe against two posts at once. */
export async function spendRecoveryCode(userId: number, code: string, ip: string): Promise<boolean> {
  const used = await execute(
    `update user_recovery_codes set used_at = now(), used_ip = :ip where user_id = :userId and code_hash = :hash and used_at is null`,
    { userId, ip, hash: hashCode(code) }
  )
  return used === 1
}

export async function countRecoveryCodes(userId: number): Promise<number> {
  const [found] = await rows<{ left: number }>(
    `select count(*)::int as left from user_recovery_codes where user_id = :userId and used_at is null`,
    { userId }
  )
  return found?.left ?? 0
}

function newCode(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

// Crockford's alphabet leaves out look-alikes: what people type for them is read as what was printed.
const canonical = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

const hashCode = (code: string) => createHash('sha256').update(canonical(code)).digest('hex')
