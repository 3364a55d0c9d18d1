import type { BankProfileFacts } from '#app/accounts/actions/save_bank_profile'
import { rows } from '#app/kernel/database/sql'

/** A profile as the account's form edits it; `accounts` is how many have it in the whole group. */
export type BankProfileRow = {
  id: number
  name: string
  painVersion: string
  charset: string
  batchBooking: boolean
  needsNifSuffix: boolean
  needsBic: boolean
  instantAllowed: boolean
  maxOperations: string
  cutOff: string
  channel: string
  gateway: string
  lockVersion: number
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
    painVersion: profile.painVersion,
    charset: profile.charset,
    batchBooking: profile.batchBooking,
    needsNifSuffix: profile.needsNifSuffix,
    needsBic: profile.needsBic,
    instantAllowed: profile.instantAllowed,
    maxOperations: String(profile.maxOperations),
    cutOff: profile.cutOff,
    channel: profile.channel,
    gateway: profile.gateway ?? '',
    lockVersion: profile.lockVersion,
    accounts: profile.accounts,
  }))
}
