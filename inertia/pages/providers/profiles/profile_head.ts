import type { Named } from './profile_types'

/** A saved profile as its pages name it. */
export type ProfileHead = {
  id: number
  provider: Named | null
  category: string
  parent: string | null
  canWrite: boolean
}
