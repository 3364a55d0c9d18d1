import { TEMPLATE_KINDS } from '#app/expenses/actions/write_emails'
import { rows } from '#app/kernel/database/sql'

export type TemplateRow = {
  id: number
  kind: string
  kindLabel: string
  name: string
  subject: string
  body: string
  isActive: boolean
}

/** The house's texts, by kind and name. */
export async function listTemplates(): Promise<TemplateRow[]> {
  const found = await rows<{
    id: number
    kind: keyof typeof TEMPLATE_KINDS
    name: string
    subject: string
    body: string
    isActive: boolean
  }>(`select id, kind, name, subject, body, is_active from email_templates order by kind, name`)
  return found.map(({ isActive, ...template }) => ({
    ...template,
    kindLabel: TEMPLATE_KINDS[template.kind],
    isActive,
  }))
}
