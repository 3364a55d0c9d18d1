import type { Tone } from '~/kit/status_badge'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }

export type EmployeeRow = {
  id: number
  code: string
  name: string
  tax_id: string
  site: { code: string; name: string }
  center: string | null
  position: string | null
  started_on: string
  ended_on: string | null
  status: Badge
  bank: Badge | null
  last_payroll: string | null
}
