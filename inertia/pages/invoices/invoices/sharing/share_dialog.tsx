import { decimalText } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { TargetFields } from '../../../rebilling/target_fields'
import { newTarget, percentageText, sentTargets, type TargetValue } from '../../../rebilling/target_values'
import type { ReviewPage } from '../review/review_types'
import type { InvoiceShares, Share, ShareModel } from './share_types'

type Props = { page: ReviewPage; shown: InvoiceShares; share: Share | null; onClose: () => void }

const WHOLE = 'all'
const BY_HAND = 'hand'

/** Says which companies bear what: by hand, or as a rule does. */
export function ShareDialog({ page, shown, share, onClose }: Props) {
  const { invoice, lines, site } = page
  const form = useShareForm(page, shown, share, onClose)
  const { allocation, targets } = form.values
  const taken = new Set(shown.shares.flatMap(({ id, lineIds }) => (id === share?.id ? [] : lineIds)))
  const free = lines.filter(({ id }) => !taken.has(id))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Repartir entre empresas"
      form={form}
      submitLabel="Guardar reparto"
      size="lg"
    >
      <SelectField
        label="Qué se reparte"
        isRequired
        options={[
          ...(taken.size === 0 ? [{ value: WHOLE, label: 'Toda la factura' }] : []),
          ...free.map(({ id, concept }) => ({ value: String(id), label: concept.slice(0, 90) })),
        ]}
        {...form.field('line', 'lines')}
      />
      {shown.models.length > 0 ? (
        <SelectField
          label="Reparto según"
          isRequired
          options={[
            { value: BY_HAND, label: 'A mano' },
            ...shown.models.map(({ name }, place) => ({ value: String(place), label: name })),
          ]}
          {...form.field('model')}
          onChange={(model) => form.set({ model, ...valuesOf(shown.models[Number(model)]) })}
        />
      ) : null}
      <SelectField
        label="Cómo se reparte"
        isRequired
        options={shown.allocations}
        {...form.field('allocation')}
        onChange={(chosen) => form.set({ allocation: chosen, model: BY_HAND })}
      />
      {allocation === 'key' ? (
        <SelectField
          label="Clave"
          isRequired
          help="Con sus valores del mes de la factura."
          options={shown.keys}
          {...form.field('allocationKey')}
        />
      ) : null}
      <TargetFields
        targets={targets}
        allocation={allocation ?? ''}
        originId={site ? String(site.id) : null}
        errors={form.errors}
        onChange={(changed) => form.set({ targets: changed, model: BY_HAND })}
      />
      {invoice.state === 'approved' || invoice.state === 'pending_approval' ? (
        <p>Las aprobaciones dadas quedan sin efecto: quien aprueba ve el reparto.</p>
      ) : null}
    </FormDialog>
  )
}

/** The parts of a rule, as the form has them. */
function valuesOf(model: Omit<ShareModel, 'name'> | undefined) {
  if (!model) return {}
  return {
    allocation: model.allocation as string | null,
    allocationKey: model.allocationKey,
    targets: model.targets.map(({ siteId, percentage, amountMinor }) =>
      newTarget({
        siteId: String(siteId),
        percentage: percentageText(percentage),
        amount: amountMinor === null ? '' : decimalText(amountMinor),
      })
    ),
  }
}

function useShareForm(
  { invoice, site }: ReviewPage,
  shown: InvoiceShares,
  share: Share | null,
  onSuccess: () => void
) {
  const initial = {
    line: (share?.lineIds[0]
      ? String(share.lineIds[0])
      : shown.shares.length > (share ? 1 : 0)
        ? null
        : WHOLE) as string | null,
    model: BY_HAND as string | null,
    allocation: 'percentage' as string | null,
    allocationKey: null as string | null,
    targets: [newTarget({ siteId: site ? String(site.id) : null }), newTarget()] as TargetValue[],
    ...(share ? valuesOf(share) : {}),
  }
  return useFormSubmission({
    initial,
    url: share
      ? urlFor('invoices.shares.update', { id: invoice.id, share: share.id })
      : urlFor('invoices.shares.store', { id: invoice.id }),
    method: share ? 'put' : 'post',
    leaving: 'allow',
    transform: ({ line, model, allocation, allocationKey, targets }) => ({
      lineIds: line === null || line === WHOLE ? [] : [line],
      allocation,
      allocationKey,
      targets: sentTargets(targets, allocation ?? ''),
      ruleName: model === BY_HAND ? (share?.ruleName ?? null) : (shown.models[Number(model)]?.name ?? null),
      lockVersion: invoice.lockVersion,
    }),
    onSuccess,
  })
}
