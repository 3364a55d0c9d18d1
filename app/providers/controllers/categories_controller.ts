import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { optionsOf } from '#app/kernel/text/labels'
import { listTaxChoices } from '#app/ledger/queries/list_tax_choices'
import { categoryValidator } from '#app/providers/validators/provider_validator'
import {
  CATEGORY_COLORS,
  createCategory,
  deleteCategory,
  updateCategory,
} from '#app/sites/actions/save_category'
import { categoryTree } from '#app/sites/queries/list_categories'

/** The tree of expense categories: a dialog of the list of suppliers. */
export default class CategoriesController {
  async index(ctx: HttpContext) {
    return ctx.response.send({
      data: await categoryTree(),
      codes: await listTaxChoices(),
      colors: optionsOf(CATEGORY_COLORS),
    })
  }

  async store(ctx: HttpContext) {
    const category = await read(ctx)
    await createCategory(category, actorOf(ctx))
    return done(ctx, `Categoría «${category.name}» creada.`)
  }

  async update(ctx: HttpContext) {
    const category = await read(ctx)
    await updateCategory(Number(ctx.params.category), category, actorOf(ctx))
    return done(ctx, 'Cambios guardados.')
  }

  async destroy(ctx: HttpContext) {
    const name = await deleteCategory(Number(ctx.params.category), actorOf(ctx))
    return done(ctx, `Categoría «${name}» eliminada.`)
  }
}

async function read({ request }: HttpContext) {
  const sent = await request.validateUsing(categoryValidator)
  return {
    name: sent.name,
    code: sent.code ?? null,
    color: sent.color ?? null,
    parentId: sent.parent_id ?? null,
    accountPrefix: sent.account_prefix,
    vatCodeId: sent.vat_code_id ?? null,
    withholdingCodeId: sent.withholding_code_id ?? null,
    deductiblePercent: sent.deductible_percent,
    budgetable: sent.budgetable ?? true,
    active: sent.active,
  }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
