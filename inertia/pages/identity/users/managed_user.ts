import type { Tone } from '~/kit/status_badge'

/** A user as the page of one shows them; `site_ids` is null for all companies. */
export type ManagedUser = {
  id: number
  name: string
  email: string
  role: string
  role_label: string
  site_ids: number[] | null
  shared_inbox: boolean
  two_factor: boolean
  locked: boolean
  status: { label: string; tone: Tone }
  last_login_at: string | null
  password_changed_at: string | null
  lock_version: number
  is_self: boolean
  actions: string[]
}
