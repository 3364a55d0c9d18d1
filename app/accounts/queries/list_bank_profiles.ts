import type { BankProfileFacts } from '#app/accounts/actions/save_bank_profile'
import { rows } from '#app/kernel/sql'

/** A profile as the account's form edits it; `accounts` is how many have it in the whole group. */
export type BankProfileRow = {
  id: number
  name: string
  pain_version: string
  charset: string
  batch_booking: boolean
  needs_nif_suffix: boolean
  needs_bic: boolean
  instant_allowed: boolean
  max_operations: string
  cut_off: string
  channel: string
  gateway: string
  lock_version: number
  accounts: number
}

type Found = BankProfileFacts & { id: number; lockVersion: number; accounts: number }

/** The profiles of payment files. */
export async function listBankProfiles(): Promise<BankProfileRow[]> {
  const found = await rows<Found>(
    `select p.id, p.name, p.pain_version, p.charset, p.batch_booking, p.needs_nif_suffix, p.needs_bic, p.instant_allowed, p.max_operations,
            to_char(p.cut_off, 'HH24:MI') as cut_off, p.channel, p.gateway, p.lock_version, (select count(*)::int from bank_accounts b where b.bank_profile_id = p.id) as accounts
       from bank_profiles p order by p.name collate "es-x-icu"`
  )
  return found.map((profile) => ({
    id: profile.id,
    name: profile.name,
    pain_version: profile.painVersion,
    charset: profile.charset,
    batch_booking: profile.batchBooking,
    needs_nif_suffix: profile.needsNifSuffix,
    needs_bic: profile.needsBic,
    instant_allowed: profile.instantAllowed,
    max_operations: String(profile.maxOperations),
    cut_off: profile.cutOff,
    channel: profile.channel,
    gateway: profile.gateway ?? '',
    lock_version: profile.lockVersion,
    accounts: profile.accounts,
  }))
}
