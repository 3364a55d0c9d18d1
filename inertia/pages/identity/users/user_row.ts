import type { Tone } from '~/kit/status_badge'

export type UserRow = {
  id: number
  name: string
  email: string
  role: string
  companies: string
  twoFactor: boolean
  locked: boolean
  status: { label: string; tone: Tone }
  lastLoginAt: string | null
  actions: string[]
}

export type RoleOption = { value: string; label: string }
