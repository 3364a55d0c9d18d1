import type { Tone } from '~/kit/status_badge'

export type AuditRun = {
  id: number
  requester: string | null
  scope: {
    siteIds: number[]
    from: string
    to: string
    providerIds: number[]
    rules: string[]
    withPaid: boolean
  }
  status: { label: string; tone: Tone }
  isUnderWay: boolean
  isStopping: boolean
  totals: Record<string, number>
  invoicesTotal: number
  invoicesChecked: number
  findingsNew: number
  findingsGone: number
  error: string | null
  createdAt: string
  seconds: number | null
}
