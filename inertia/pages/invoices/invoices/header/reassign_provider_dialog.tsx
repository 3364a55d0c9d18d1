import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import { ReassignFields } from './reassign_fields'

const CreateProviderDialog = lazy(async () => ({
  default: (await import('./create_provider_dialog')).CreateProviderDialog,
}))

/** The supplier, chosen among those there are or registered from what the document prints. */
export function ReassignProviderDialog({ page, review }: CorrectionProps) {
  const { invoice, provider, places } = page
  const [isCreating, setIsCreating] = useState(false)
  const form = useFormSubmission({
    initial: {
      providerId: (provider
        ? { value: String(provider.id), label: provider.legalName }
        : null) as PickerOption | null,
      reason: '',
      remember: false,
    },
    url: urlFor('invoices.provider.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: ({ providerId: chosen, ...rest }) => ({
      ...rest,
      providerId: chosen?.value ?? null,
      lockVersion: invoice.lockVersion,
    }),
    onSuccess: review.close,
  })
  const chosen = form.field('providerId')
  const printed = places
    .filter((place) => place.name === 'providerName' || place.name === 'providerTaxId')
    .flatMap((place) => place.value ?? [])
  return (
    <>
      <CorrectionFrame
        title="Reasignar proveedor"
        form={form}
        review={review}
        isDisabled={chosen.value === null}
      >
        <PickerField
          label="Proveedor"
          isRequired
          url={urlFor('providers.options')}
          help={printed.length > 0 ? `En el documento: ${printed.join(' · ')}` : undefined}
          placeholder="Nombre o NIF"
          {...chosen}
        />
        <ReassignFields
          side="emisor"
          isReassigned={provider !== null && chosen.value?.value !== String(provider.id)}
          isPrinted={printed.length > 0}
          reason={form.field('reason')}
          remember={form.field('remember')}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setIsCreating(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          Crear proveedor
        </Button>
      </CorrectionFrame>
      {isCreating ? (
        <Suspense>
          <CreateProviderDialog
            page={page}
            onClose={() => setIsCreating(false)}
            onCreated={chosen.onChange}
          />
        </Suspense>
      ) : null}
    </>
  )
}
