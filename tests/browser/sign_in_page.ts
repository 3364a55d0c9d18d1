import type { Page } from 'playwright'
import { newPage } from '#tests/browser/browser'
import { unusedCodeOf } from '#tests/browser/journey_stage'
import { type Person, TEST_PASSWORD } from '#tests/factories/people'

/** A page of its own for a person, signed in with password and code. */
export async function signIn(person: Person): Promise<Page> {
  const page = await newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  page.setDefaultTimeout(30_000)
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.locator('input[type=password]').fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/two-factor-challenge')
  await page.locator('input').first().click()
  await page.keyboard.type(await unusedCodeOf(person))
  await page.waitForURL((url) => !url.pathname.includes('two-factor'))
  return page
}

/** Answers the question for a code before something that moves money. */
export async function confirmIdentity(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirme su identidad' })
  await dialog.waitFor()
  await dialog.locator('input').first().click()
  await page.keyboard.type(await unusedCodeOf(person))
  await dialog.waitFor({ state: 'hidden' })
}

/** Opens the dialog of an action by its button and confirms it there with the button of this name. */
export async function act(
  page: Page,
  opener: string | RegExp,
  confirm: string | RegExp = opener
): Promise<void> {
  await page.getByRole('button', { name: opener }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: confirm }).waitFor()
  for (const field of await page
    .getByRole('dialog')
    .getByLabel(/^Justificación/)
    .all())
    await field.fill('Comprobado con el pedido y el albarán')
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
}
