import 'reflect-metadata';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StepwardModule } from '@stepward/nest';
import { createNote } from './notes.js';
import { accessTokens, api, stepward } from './stepward.js';

@Controller('notes')
class NoteController {
  @Post()
  create(@Body() { text }: { text: string }): ReturnType<typeof createNote> {
    return createNote(text);
  }
}

@Module({
  imports: [StepwardModule.forRoot({ stepward, accessTokens, mounts: [{ path: '/', api }] })],
  controllers: [NoteController],
})
class AppModule {}

/** Resolves once the service listens, with what stops it. */
export async function serve(port: number): Promise<() => Promise<void>> {
  const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
  await app.listen(port, '127.0.0.1');
  return () => app.close();
}
