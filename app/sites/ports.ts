import type { Hindrance } from '#app/kernel/hindrances'
import type { MoneyJson } from '#app/kernel/money/money'
import { port } from '#app/kernel/port'
import type { ApprovalKind } from '#app/sites/approval_kinds'

/** What has to be closed or settled before a company is archived. */
export const archiveHindrances = port<Hindrance>('what keeps a company from being archived')

/** What a draft needs to become active. */
export type ActivationNeed = {
  /** SQL: whether it is there, by the key of the company. */
  isMet: (site: string) => string
  text: string
  href: string
}
export const activationNeeds = port<ActivationNeed>('what a company needs to become active')

/** A kind of approval that a company needs only while it has something of it. */
export type ApprovalUse = {
  kind: ApprovalKind
  /** SQL: whether it has, by the key of the company. */
  isInUse: (site: string) => string
}
export const approvalUses = port<ApprovalUse>('what a company has to approve')

export type SiteFigures = {
  accounts: number
  /** Books' balance of all its accounts, in the currency of its books at the rates of their entries. */
  balance: MoneyJson
  pendingInvoices: number
  /** What booked invoices still owe, in the same currency at the rates they are booked at. */
  payable: MoneyJson
}

/** What other areas say about companies, by company; each figure is what its list shows the reader. */
export const siteFigures =
  port<(siteIds: number[], readerId: number) => Promise<Record<number, SiteFigures>>>('figures of companies')

export type SiteSupplier = { id: number; code: string; name: string }

/** The supplier that a company is to the others of its group, null when it is none. */
export const supplierOfSite = port<(siteId: number) => Promise<SiteSupplier | null>>(
  'the supplier that a company is'
)

/** What is filed under a category of expense: one that is used is switched off, not deleted. */
export type CategoryUse = {
  /** SQL: a row for each use, by the key of the category. */
  rows: (category: string) => string
  one: string
  many: string
}
export const categoryUses = port<CategoryUse>('what is filed under a category')

/** A tab of a company's page that another area brings (its component stands in `inertia/pages/sites/sites/further_tabs.tsx`). */
export type SiteTabAnswer = {
  /** Of the address: `?tab=issuing`. */
  key: string
  /** What it shows, read only while it is in view. */
  read: (siteId: number, viewer: { id: number; role: string }) => Promise<unknown>
}
export const furtherSiteTabs = port<SiteTabAnswer>('further tabs of a company')
