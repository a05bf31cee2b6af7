import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { Failure } from '../components/states.tsx';
import styles from './shell.module.css';

interface CatchProps {
  /** The page that is shown: another one gets another chance. */
  page: string;
  reset(): void;
  children: ReactNode;
}

class Catch extends Component<CatchProps, { error: unknown; page: string }> {
  override state = { error: null as unknown, page: this.props.page };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: CatchProps, state: { error: unknown; page: string }) {
    return props.page === state.page ? null : { error: null, page: props.page };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const retry = (): void => {
      this.props.reset();
      // A script of an older release is gone from the server: only a new page helps.
      if (isLostScript(this.state.error)) location.reload();
      else this.setState({ error: null });
    };
    return (
      <div className={styles.alone}>
        <Failure error={this.state.error} retry={retry} />
      </div>
    );
  }
}

const isLostScript = (error: unknown): boolean => error instanceof TypeError && /import/.test(error.message);

/** What breaks in a page breaks that page, not the navigation. */
export function Boundary({ page, children }: { page: string; children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Catch page={page} reset={reset}>
          {children}
        </Catch>
      )}
    </QueryErrorResetBoundary>
  );
}
