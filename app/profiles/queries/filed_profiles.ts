import { rows } from '#app/kernel/database/sql'
import type { FiledProfile } from '#app/profiles/profile_file'
import { VISIBLE, visibleTo } from '#app/profiles/queries/find_profile'

type Row = Omit<
  FiledProfile,
  | 'deductible_percent'
  | 'amount_min'
  | 'amount_max'
  | 'min_score'
  | 'match_fields'
  | 'requires_approval'
  | 'auto_book'
> & {
  deductiblePercent: number | null
  amountMin: number | null
  amountMax: number | null
  minScore: number
  matchFields: FiledProfile['match_fields']
  requiresApproval: boolean
  autoBook: boolean
}

/** Every profile of the reader's companies as files carry it. */
export async function filedProfiles(scope: number[] | 'all'): Promise<FiledProfile[]> {
  const found = await rows<Row>(
    `select p.name, coalesce(v.tax_id::text, v.code) as provider, c.name::text as category, p.ledger_account_code as account, t.code as vat, w.code as withholding,
        p.deductible_percent, p.amount_min_minor as amount_min, p.amount_max_minor as amount_max, p.priority, p.min_score,
        p.match_fields, p.requires_approval, p.auto_book, p.active,
        coalesce((select jsonb_agg(jsonb_build_object('kind', k.kind, 'mode', k.mode, 'text', k.text, 'weight', k.weight, 'field', k.field) order by k.id)
            from profile_keywords k where k.profile_id = p.id), '[]') as keywords
       from expense_profiles p join categories c on c.id = p.category_id left join providers v on v.id = p.provider_id
       left join tax_codes t on t.id = p.vat_code_id left join tax_codes w on w.id = p.withholding_code_id where ${VISIBLE} order by p.name, p.id`,
    visibleTo(scope)
  )
  return found.map(
    ({
      deductiblePercent,
      amountMin,
      amountMax,
      minScore,
      matchFields,
      requiresApproval,
      autoBook,
      ...profile
    }) => ({
      ...profile,
      deductible_percent: deductiblePercent,
      amount_min: amountMin,
      amount_max: amountMax,
      min_score: minScore,
      match_fields: matchFields,
      requires_approval: requiresApproval,
      auto_book: autoBook,
    })
  )
}
