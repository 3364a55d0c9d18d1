import { Section } from '~/kit/detail/detail_page'
import { MultiSelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { Choice, SiteHead } from './site_page'
import { TabForm } from './tab_form'

type Company = { id: number; name: string }
type Props = { site: SiteHead; paidFor: Company[]; companies: Choice[]; canWrite: boolean }

/** For which companies of the group this one may pay from its own accounts. */
export function PaidFor({ site, paidFor, companies, canWrite }: Props) {
  const form = useFormSubmission({
    initial: { siteIds: paidFor.map(({ id }) => String(id)), reason: '' },
    method: 'put',
    url: urlFor('sites.paid-for.update', { id: site.id }),
    transform: ({ siteIds, reason }) => ({ siteIds: siteIds.map(Number), reason }),
  })
  return (
    <Section title="Puede pagar por">
      {canWrite ? (
        <TabForm form={form} canWrite submitLabel="Guardar empresas">
          <MultiSelectField
            label="Empresas"
            help="Sus facturas, nóminas, gastos, costes jurídicos y recurrentes pueden pagarse desde las cuentas de esta; queda como deuda entre las dos."
            options={companies}
            {...form.field('siteIds')}
          />
          <TextField
            label="Motivo"
            help="Hace falta para añadir una empresa: lo confirmará otra persona."
            {...form.field('reason')}
          />
        </TabForm>
      ) : (
        <p>{paidFor.length === 0 ? 'Por ninguna empresa.' : paidFor.map(({ name }) => name).join(', ')}</p>
      )}
    </Section>
  )
}
