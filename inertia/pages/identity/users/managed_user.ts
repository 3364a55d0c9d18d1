import type { Tone } from '~/kit/status_badge'

/** A user as the page of one shows them; `site_ids` is null for all companies. */
export type ManagedUser = {
  id: number
  name: string
  email: string
  role: string
  roleLabel: string
  siteIds: number[] | null
  sharedInbox: boolean
  twoFactor: boolean
  locked: boolean
  status: { label: string; tone: Tone }
  lastLoginAt: string | null
  passwordChangedAt: string | null
  lockVersion: number
  isSelf: boolean
  actions: string[]
}
