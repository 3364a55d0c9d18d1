import type { providerWorkflow } from '#app/providers/workflows/provider_workflow'
import { ProviderSchema } from '#database/schema'

export default class Provider extends ProviderSchema {
  declare status: keyof typeof providerWorkflow.states
  declare taxId: string | null
}
