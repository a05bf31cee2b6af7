import { Injectable } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { endWithFailure } from './failure.ts';
import { Output } from './output.ts';
import { Session } from './session.ts';

/** Commander's command; of the copy that nest-commander brings. */
type Command = Parameters<CommandRunner['setCommand']>[0];

/** What every command has: `--json`. Decorated, so that commands inherit its constructor's injection. */
@Injectable()
export abstract class MirabelCommand extends CommandRunner {
  constructor(
    protected readonly session: Session,
    protected readonly output: Output,
  ) {
    super();
  }

  /** nest-commander hands its error handler to the root command only. */
  override setCommand(command: Command): this {
    return super.setCommand(command.exitOverride(endWithFailure));
  }

  @Option({ flags: '--json', description: 'print one JSON object on stdout and nothing else' })
  parseJson(): boolean {
    this.output.json = true;
    return true;
  }
}

/** A command that only groups others shows its help; without a known subcommand that is a wrong use. */
export abstract class CommandGroup extends CommandRunner {
  override setCommand(command: Command): this {
    return super.setCommand(command.exitOverride(endWithFailure));
  }

  run(words: string[]): Promise<void> {
    this.command.outputHelp({ error: true });
    if (words.length > 0) process.stderr.write(`\nThere is no command "${this.command.name()} ${words[0]}".\n`);
    process.exitCode = 2;
    return Promise.resolve();
  }
}
