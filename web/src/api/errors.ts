/** What the server refused, in the words the user should read. */
export class ApiError extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly errorMsg: string;
  /** The whole answer: some refusals carry more than a sentence (needValidCode, who changed the record). */
  readonly body: Record<string, unknown>;

  constructor(status: number, errorCode: string, errorMsg: string, body: Record<string, unknown> = {}) {
    super(errorMsg || errorCode);
    this.name = 'ApiError';
    this.status = status;
    this.errorCode = errorCode;
    this.errorMsg = errorMsg;
    this.body = body;
  }
}

/** The sentence to show for anything that can be thrown. */
export function messageOf(error: unknown, otherwise = '操作未完成，请稍后重试'): string {
  if (error instanceof ApiError) return error.errorMsg || otherwise;
  return otherwise;
}
