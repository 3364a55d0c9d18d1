import type { Tone } from '~/kit/status_badge'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }

/** What this page draws itself of an employee in the list. */
export type EmployeeRow = {
  id: number
  site: { code: string; name: string }
  bank: Badge | null
}
