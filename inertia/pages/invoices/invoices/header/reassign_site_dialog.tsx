import { SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import { ReassignFields } from './reassign_fields'

/** The company of the group that was billed. */
export function ReassignSiteDialog({ page: { invoice, site, places }, review }: CorrectionProps) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: { siteId: site ? String(site.id) : (null as string | null), reason: '', remember: false },
    url: urlFor('invoices.site.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: (values) => ({ ...values, lockVersion: invoice.lockVersion }),
    onSuccess: review.close,
  })
  const printed = places
    .filter((place) => place.name === 'customerName' || place.name === 'customerTaxId')
    .flatMap((place) => place.value ?? [])
  return (
    <CorrectionFrame
      title="Reasignar empresa"
      form={form}
      review={review}
      isDisabled={form.values.siteId === null}
    >
      <SelectField
        label="Empresa"
        isRequired
        help={printed.length > 0 ? `En el documento: ${printed.join(' · ')}` : undefined}
        options={sites.map((one) => ({ value: String(one.id), label: `${one.code} · ${one.name}` }))}
        {...form.field('siteId')}
      />
      <ReassignFields
        side="receptor"
        isReassigned={site !== null && form.values.siteId !== String(site.id)}
        isPrinted={printed.length > 0}
        reason={form.field('reason')}
        remember={form.field('remember')}
      />
    </CorrectionFrame>
  )
}
