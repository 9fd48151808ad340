import type { MessageKey, MessageParams } from '../../../contract/errors.ts'
import { type AppError, badInput } from '../../core/errors.ts'

/** Returns a BAD_INPUT error about the uploaded file. */
export const refuse = (key: MessageKey, params?: MessageParams): AppError => badInput({ file: [key, params] })
