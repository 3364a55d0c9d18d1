import type { Page } from 'playwright'
import { oneRow } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { act } from '#tests/browser/sign_in_page'

export type WalkedNetting = { id: number; number: string; status: string; totalMinor: number }

export const findNetting = (id: number): Promise<WalkedNetting> =>
  oneRow<WalkedNetting>(`select id, number, status, total_minor from loan_compensations where id = :id`, {
    id,
  })

/** Proposes, from the page of two companies, that what they owe each other cancels out. */
export async function proposeNetting(
  page: Page,
  { lender, borrower }: { lender: number; borrower: number }
): Promise<WalkedNetting> {
  await page.goto(`/loansResumen/${lender}/${borrower}`)
  await page.getByRole('button', { name: 'Compensar' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Proponer compensación de/ })
    .click()
  await page.getByRole('heading', { level: 1, name: /^CP-/ }).waitFor()
  return findNetting(Number(new URL(page.url()).pathname.split('/').at(-1)))
}

/** Approves it from its page, where this person may. */
export async function approveNetting(page: Page, { id }: WalkedNetting): Promise<WalkedNetting> {
  await page.goto(`/loans/compensations/${id}`)
  await act(page, 'Aprobar', /^Aprobar /)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return findNetting(id)
}

/** Takes the whole of it back. */
export async function reverseNetting(page: Page, { id }: WalkedNetting): Promise<WalkedNetting> {
  await page.goto(`/loans/compensations/${id}`)
  await page.getByRole('button', { name: 'Revertir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Motivo/).fill('Se pagará con una transferencia')
  await dialog.getByRole('button', { name: 'Revertir compensación' }).click()
  await dialog.waitFor({ state: 'detached' })
  return findNetting(id)
}

/** Whether the start page of somebody asks for their approval of it. */
export async function isAskedFor(page: Page, { number }: WalkedNetting): Promise<boolean> {
  await page.goto('/?waiting=all')
  await page.getByRole('heading', { name: 'Pendientes de mi aprobación' }).waitFor()
  await page.waitForLoadState('networkidle')
  return (await page.getByText(`Compensación ${number}`).count()) > 0
}

/** Whether the forecast behind the start page of a company counts a document among what it is going to pay. */
export async function isForeseen(page: Page, siteId: number, document: string): Promise<boolean> {
  await page.goto(`/resumen/prevision?site_ids[]=${siteId}&until=${addDays(today(), 45)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return (await page.getByText(document, { exact: false }).count()) > 0
}
