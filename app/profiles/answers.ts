import { categoryUses } from '#app/sites/ports'

/** Answers what categories ask of expense profiles. */
export function answerPorts(): void {
  categoryUses.answer({
    rows: (category) => `select 1 from expense_profiles where category_id = ${category}`,
    one: 'perfil',
    many: 'perfiles',
  })
}
