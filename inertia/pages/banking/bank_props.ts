import type { Tone } from '~/kit/status_badge'

export type Option = { value: string; label: string }
export type Badge = { label: string; tone: Tone }

/** The bank whose page is in view: the pages are the same for all of them. */
export type BankHead = {
  code: string
  title: string
  /** `qontos`: where its pages lie. */
  path: string
  /** What it has beside what they all have: `quotes`, `recipients`. */
  pages: readonly string[]
  can: { connect: boolean; disable: boolean; makeBeneficiaries: boolean; pay: boolean }
}

/** A connection as the head of its pages shows it. */
export type ConnectionHead = {
  id: number
  label: string
  site: string
  status: Badge
  environment: string
}
