import { FormPage } from '~/kit/form/form_page'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import { ManualFields } from './manual_fields'
import { emptyLine, useManualForm } from './manual_values'

export default function ManualEntryCreate() {
  const { sites } = useShared()
  const [only, ...others] = sites
  const form = useManualForm({
    initial: {
      siteId: only && others.length === 0 ? String(only.id) : null,
      postedOn: '',
      description: '',
      lines: [emptyLine, emptyLine],
    },
    url: urlFor('accounts.manual.store'),
    method: 'post',
  })
  return (
    <FormPage
      title="Asiento manual"
      subtitle="Se guarda como borrador; otra persona lo aprueba y se contabiliza."
      form={form}
      submitLabel="Guardar borrador"
      cancelHref={urlFor('accounts.manual')}
    >
      <ManualFields form={form} isNew />
    </FormPage>
  )
}
