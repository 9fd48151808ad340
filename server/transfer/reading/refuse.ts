import type { MessageKey, MessageParams } from '../../../contract/errors.ts'
import { type AppError, badInput } from '../../core/errors.ts'

/** BAD_INPUT for the uploaded file. */
export const refuse = (key: MessageKey, params?: MessageParams): AppError => badInput({ file: [key, params] })
